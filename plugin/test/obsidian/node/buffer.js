// Node's `Buffer`, as far as text and bytes need it.

const decoders = { utf8: "utf-8", "utf-8": "utf-8", utf16le: "utf-16le", latin1: "latin1" };

export class Buffer extends Uint8Array {
  static from(value, encoding = "utf8") {
    if (typeof value !== "string") return new Buffer(value);
    if (encoding === "base64" || encoding === "base64url") return fromBase64(value);
    if (encoding === "hex") return new Buffer((value.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
    return new Buffer(new TextEncoder().encode(value));
  }

  static alloc(size) {
    return new Buffer(size);
  }

  static isBuffer(value) {
    return value instanceof Buffer;
  }

  static byteLength(value) {
    return typeof value === "string" ? new TextEncoder().encode(value).length : value.byteLength;
  }

  static concat(list) {
    const whole = new Buffer(list.reduce((sum, each) => sum + each.length, 0));
    let at = 0;
    for (const each of list) {
      whole.set(each, at);
      at += each.length;
    }
    return whole;
  }

  toString(encoding = "utf8") {
    if (encoding === "base64") return btoa(String.fromCharCode(...this));
    if (encoding === "hex") return [...this].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    if (!(encoding in decoders)) throw new TypeError(`the stand-in for Node's Buffer doesn't know ${encoding}`);
    return new TextDecoder(decoders[encoding]).decode(this);
  }
}

function fromBase64(text) {
  const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  const whole = new Buffer(binary.length);
  for (let at = 0; at < binary.length; at += 1) whole[at] = binary.charCodeAt(at);
  return whole;
}
