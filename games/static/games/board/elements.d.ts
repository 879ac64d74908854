/** What elements of the page take: attributes by name, listeners by event, style. */

export type Tag = keyof HTMLElementTagNameMap | keyof SVGElementTagNameMap;

/** The element that a tag makes; a tag that HTML and SVG share is HTML's. */
export type ElementOf<T extends Tag> = T extends keyof HTMLElementTagNameMap
  ? HTMLElementTagNameMap[T]
  : T extends keyof SVGElementTagNameMap
    ? SVGElementTagNameMap[T]
    : never;

/** `true` sets an attribute without a value; `false`, null and undefined remove it. */
export type Attribute = string | number | boolean | null | undefined;

type GlobalName = "class" | "dir" | "focusable" | "id" | "role" | "tabindex" | "title" | "hidden" | "autofocus";

type HtmlName =
  | "action"
  | "alt"
  | "autocomplete"
  | "checked"
  | "datetime"
  | "disabled"
  | "download"
  | "enterkeyhint"
  | "for"
  | "href"
  | "lang"
  | "max"
  | "maxlength"
  | "min"
  | "method"
  | "name"
  | "open"
  | "placeholder"
  | "readonly"
  | "rows"
  | "scope"
  | "selected"
  | "src"
  | "target"
  | "type"
  | "value";

type SvgName =
  | "color"
  | "cx"
  | "cy"
  | "d"
  | "dx"
  | "dy"
  | "fill"
  | "fill-opacity"
  | "height"
  | "href"
  | "offset"
  | "opacity"
  | "overflow"
  | "patternUnits"
  | "points"
  | "preserveAspectRatio"
  | "r"
  | "rx"
  | "ry"
  | "stop-color"
  | "stop-opacity"
  | "stroke"
  | "stroke-dasharray"
  | "stroke-linecap"
  | "stroke-linejoin"
  | "stroke-opacity"
  | "stroke-width"
  | "text-anchor"
  | "transform"
  | "viewBox"
  | "width"
  | "x"
  | "x1"
  | "x2"
  | "y"
  | "y1"
  | "y2";

type Attributes<T extends Tag> = { [name: `data-${string}` | `aria-${string}`]: Attribute } & Partial<
  Record<GlobalName | (T extends keyof HTMLElementTagNameMap ? HtmlName : SvgName), Attribute>
>;

export type Listeners<T extends Tag> = {
  [E in keyof HTMLElementEventMap as `on${E}`]?:
    | ((event: HTMLElementEventMap[E] & { readonly currentTarget: ElementOf<T> }) => void)
    | null;
};

/** CSS properties by their names in a style sheet. */
export type Style = Partial<Record<"left" | "top", string>>;

/** Places that take the focus when the control that had it is gone; `focusable` in vdom.js finds them. */
export type Focus =
  | "areas"
  | "best"
  | "chat-lines"
  | "choice"
  | "confirm"
  | "market"
  | "move"
  | "placing"
  | "result"
  | "send"
  | "status";

export type Props<T extends Tag = Tag> = Attributes<T> &
  Listeners<T> & {
    /** identifies the node among its siblings */
    key?: string | number;
    /** is called with the element when it is made */
    ref?: (element: ElementOf<T>) => void;
    style?: Style;
    /** rendered as `data-focus`; one element of the page at a time has each name */
    focus?: Focus | false | null;
  };
