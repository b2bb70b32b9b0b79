// Calls that come soon after each other, made into one.

export function debounce(callback, timeout = 0, resetTimer = false) {
  let timer = null;
  let values = [];
  const run = () => {
    if (timer === null) return undefined;
    window.clearTimeout(timer);
    timer = null;
    return callback(...values);
  };
  const debounced = (...given) => {
    values = given;
    if (timer !== null && !resetTimer) return debounced;
    if (timer !== null) window.clearTimeout(timer);
    timer = window.setTimeout(run, timeout);
    return debounced;
  };
  return Object.assign(debounced, {
    cancel() {
      if (timer !== null) window.clearTimeout(timer);
      timer = null;
      return debounced;
    },
    run,
  });
}
