// The way to the test's process, where Node is. What is asked for there goes by a number, under which it tells back
// what happens: a child that writes, a reply that comes in pieces.

let last = 0;
const waiting = new Map();

/** Opens something in the test's process. `onEvent` hears what it tells. */
export function open(kind, options, onEvent) {
  const id = (last += 1);
  waiting.set(id, onEvent);
  void window.__node("open", id, kind, options);
  return id;
}

export const tell = (id, what, ...values) => void window.__node("tell", id, what, ...values);
export const close = (id) => void waiting.delete(id);

/** Asks for something that is answered once. */
export const ask = (what, ...values) => window.__node("ask", 0, what, ...values);

/** Asks for something and waits on the spot, for what Node does that way. */
export function askNow(what, ...values) {
  const request = new XMLHttpRequest();
  request.open("POST", "/node", false);
  request.send(JSON.stringify([what, ...values]));
  return JSON.parse(request.responseText);
}

/** Is called by the test's process, with everything that happened since the last time. */
window.__nodeEvents = (events) => {
  for (const [id, name, ...values] of events) {
    try {
      waiting.get(id)?.(name, ...values);
    } catch (thrown) {
      // What a listener throws ends a Node program. Here it is an uncaught error of the page.
      queueMicrotask(() => {
        throw thrown;
      });
    }
  }
};
