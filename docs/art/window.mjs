// What the board's modules ask of a browser when they are loaded: a wide screen.
globalThis.window = { matchMedia: () => ({ matches: false, addEventListener() {} }) };
