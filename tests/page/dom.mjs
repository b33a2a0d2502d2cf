// A document that is just large enough for the page, and that has no way to make markup of a text.

import assert from "node:assert/strict";
import vm from "node:vm";

/** What a page could make markup or code of a text with. */
const REFUSED = ["innerHTML", "outerHTML", "srcdoc", "href", "src", "style", "onclick", "onerror"];

class Node {}

class Text extends Node {
  constructor(text) {
    super();
    this.textContent = String(text);
  }
}

class Element extends Node {
  #children = [];
  #listeners = new Map();
  className = "";
  type = "";
  value = "";

  constructor(name) {
    super();
    this.name = name.toLowerCase();
    for (const refused of REFUSED) {
      Object.defineProperty(this, refused, {
        set() { throw new Error(`the page sets ${refused}`); },
        get() { throw new Error(`the page reads ${refused}`); },
      });
    }
    // A property that is misspelt, or that nobody has thought of here, is an error too.
    Object.preventExtensions(this);
  }

  get textContent() { return this.#children.map((child) => child.textContent).join(""); }
  set textContent(text) { this.#children = [new Text(text)]; }

  append(...nodes) {
    this.#children.push(...nodes.map((node) => (node instanceof Node ? node : new Text(node))));
  }

  replaceChildren(...nodes) {
    this.#children = [];
    this.append(...nodes);
  }

  addEventListener(name, listener) { this.#listeners.set(name, listener); }

  dispatch(name) {
    const listener = this.#listeners.get(name);
    assert.ok(listener, `nobody listens to ${name} of ${this.name}`);
    listener({ preventDefault() {} });
  }

  *all() {
    yield this;
    for (const child of this.#children) if (child instanceof Element) yield* child.all();
  }
}

export async function openDocument(url) {
  const html = await (await fetch(url)).text();
  const [, title] = /<title>(.*?)<\/title>/.exec(html);
  const [, script] = /<script>(.*?)<\/script>/s.exec(html);
  const ids = new Map();
  for (const [, name, id, text] of html.matchAll(/<(\w+)\b[^>]*\bid="([^"]+)"[^>]*>([^<]*)/g)) {
    const element = new Element(name);
    element.textContent = text.trim();
    ids.set(id, element);
  }
  const stored = new Map();
  const document = {
    title,
    getElementById: (id) => ids.get(id) ?? null,
    createElement: (name) => new Element(name),
  };
  const context = vm.createContext({
    document,
    Node,
    URLSearchParams,
    fetch: (path, options) => fetch(new URL(path, url), options),
    sessionStorage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => { stored.set(key, String(value)); },
      removeItem: (key) => { stored.delete(key); },
    },
  }, { codeGeneration: { strings: false, wasm: false } });
  vm.runInContext(script, context, { filename: "page.html" });
  const elements = () => [...ids.values()].flatMap((element) => [...element.all()]);
  return {
    title: async () => document.title,
    text: async () => ["message", "way", "main"].map((id) => ids.get(id).textContent).join("\n"),
    // The script of the page is none of the elements that it makes.
    elementNames: async () => ["script", ...elements().map((element) => element.name)],
    storedToken: async () => stored.get("isolate-token") ?? null,
    async signIn(token) {
      ids.get("token").value = token;
      ids.get("sign-in").dispatch("submit");
    },
    async click(text) {
      const button = elements().find((element) => element.name === "button" && element.textContent === text);
      assert.ok(button, `there is no button ${text}: ${await this.text()}`);
      button.dispatch("click");
    },
  };
}
