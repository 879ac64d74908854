"""How fast pages are on an old phone with a slow network: `python -m tests.tools.pages` (`make pages`).

A sample site is made and started, and Chromium opens its pages on a screen of 360 × 640 with touch. Its network is held
to slow 4G as Lighthouse defines it (1.6 Mbit/s down, 0.75 Mbit/s up, 150 ms for each request), its processor to a
quarter of its speed. Chromium delays requests, not packets: it leaves out the round trips in which a connection is
opened, and sockets are not slowed down.

A cold visit has an empty cache, a warm one is the next visit to the same page. Each figure is the median of several
runs, the cold visits of a run each in a browser context of their own.

A tap is answered in two steps (`press.js` of the board): what was pressed is marked and painted, then the rest of the
board is rendered. The answer is what the browser reports of the tap's events, until the frame after they were handled;
if the board had not changed by then, it is as late as all the rest.

| figure | meaning |
| --- | --- |
| usable | until the board (or what `main` shows) has been painted and hears the reader |
| LCP | the largest contentful paint, as the browser reports it |
| long task | the longest time for which the page's thread was busy |
| answer | from a tap on what can be chosen first until it is shown as chosen or pressed, in steps of 8 ms |
| settled | from the same tap until all that it changes on the board has been painted (animations may go on) |
| bytes, requests | what the network carried, with headers; without sockets and what the cache answered |
"""
