// What a page's script finds beside the language itself, and how one page is made. `answer`, `rendered`, `failed` and
// `parseUrl` are calls to the server (engine.go).

var URLSearchParams = (function () {
  // The form encoding (URL Standard, section 5): a space is "+", and more is escaped than encodeURIComponent does.
  function encode(text) {
    return encodeURIComponent(text.toWellFormed())
      .replace(/%20/g, '+')
      .replace(/[!'()~]/g, function (c) { return '%' + c.charCodeAt(0).toString(16).toUpperCase(); });
  }
  function decode(text) {
    text = text.replace(/\+/g, ' ');
    try {
      return decodeURIComponent(text);
    } catch (_) {
      return text; // not UTF-8
    }
  }
  return class URLSearchParams {
    #pairs = [];
    constructor(init = '') {
      if (typeof init === 'object' && init !== null) {
        var pairs = typeof init[Symbol.iterator] === 'function' ? init : Object.entries(init);
        for (var [name, value] of pairs) this.append(name, value);
        return;
      }
      for (var part of String(init).replace(/^\?/, '').split('&')) {
        if (part === '') continue;
        var at = part.indexOf('=');
        if (at < 0) this.append(decode(part), '');
        else this.append(decode(part.slice(0, at)), decode(part.slice(at + 1)));
      }
    }
    get size() { return this.#pairs.length; }
    append(name, value) { this.#pairs.push([String(name), String(value)]); }
    delete(name) { this.#pairs = this.#pairs.filter(function (p) { return p[0] !== name; }); }
    get(name) { var found = this.#pairs.find(function (p) { return p[0] === name; }); return found ? found[1] : null; }
    getAll(name) { return this.#pairs.filter(function (p) { return p[0] === name; }).map(function (p) { return p[1]; }); }
    has(name) { return this.#pairs.some(function (p) { return p[0] === name; }); }
    set(name, value) {
      var found = this.#pairs.find(function (p) { return p[0] === name; });
      if (!found) return this.append(name, value);
      found[1] = String(value);
      this.#pairs = this.#pairs.filter(function (p) { return p === found || p[0] !== name; });
    }
    sort() { this.#pairs.sort(function (a, b) { return a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0; }); }
    forEach(each, self) { for (var [name, value] of this) each.call(self, value, name, this); }
    *entries() { for (var pair of this.#pairs) yield pair.slice(); }
    *keys() { for (var pair of this.#pairs) yield pair[0]; }
    *values() { for (var pair of this.#pairs) yield pair[1]; }
    [Symbol.iterator]() { return this.entries(); }
    toString() { return this.#pairs.map(function (p) { return encode(p[0]) + '=' + encode(p[1]); }).join('&'); }
  };
})();

// An address to read: nothing that a page shows sets the parts of one.
var URL = class URL {
  constructor(address, base) {
    var parts = parseUrl(String(address), base === undefined ? '' : String(base));
    if (!parts) throw new TypeError('Invalid URL: ' + address);
    var names = ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'];
    for (var i = 0; i < names.length; i++) Object.defineProperty(this, names[i], { value: parts[i], enumerable: true });
    Object.defineProperty(this, 'searchParams', { value: new URLSearchParams(this.search), enumerable: true });
  }
  static canParse(address, base) { return parseUrl(String(address), base === undefined ? '' : String(base)) !== null; }
  toString() { return this.href; }
  toJSON() { return this.href; }
};

// Makes one page: `rendered` or `failed` is called once all that was promised is kept.
function makePage(address, origin, now) {
  var page = app.render(address, origin, now);
  if (!(page instanceof Promise)) throw new TypeError('app.render returned no promise');
  page.then(function (p) { rendered(p.head, p.body, p.data, p.until); }, function (error) { failed(String(error)); });
}

// The bridge answers in a list.
globalThis.answer = (function (ask) {
  return function (path) {
    var [status, body, total] = ask(path);
    return { status: status, body: body, total: total };
  };
})(globalThis.answer);
