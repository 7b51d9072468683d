// LaTeX answers -> MathML, for reading only. No text is ever parsed as HTML:
// the result is a tree [tag, attributes, children or string], which buildMath
// turns into elements with createElementNS and textContent.
// latexTree returns null for what is prose, too long, nested too deep or not
// understood; the caller then shows the text as it is.
"use strict";

const MAX_MATH_CHARS = 800;
const MAX_MATH_DEPTH = 40;
const MATHML = "http://www.w3.org/1998/Math/MathML";

const LETTERS = {
  alpha: "α", beta: "β", gamma: "γ", delta: "δ", epsilon: "ϵ", varepsilon: "ε", zeta: "ζ", eta: "η",
  theta: "θ", vartheta: "ϑ", iota: "ι", kappa: "κ", lambda: "λ", mu: "μ", nu: "ν", xi: "ξ", pi: "π",
  rho: "ρ", sigma: "σ", tau: "τ", phi: "ϕ", varphi: "φ", chi: "χ", psi: "ψ", omega: "ω",
  Gamma: "Γ", Delta: "Δ", Theta: "Θ", Lambda: "Λ", Xi: "Ξ", Pi: "Π", Sigma: "Σ", Phi: "Φ", Psi: "Ψ",
  Omega: "Ω", infty: "∞", emptyset: "∅", varnothing: "∅", ell: "ℓ", partial: "∂", hbar: "ℏ", imath: "ı",
};
const OPERATORS = {
  pm: "±", mp: "∓", cdot: "⋅", times: "×", div: "÷", ast: "∗", le: "≤", leq: "≤", leqslant: "⩽", ge: "≥",
  geq: "≥", geqslant: "⩾", ne: "≠", neq: "≠", approx: "≈", equiv: "≡", sim: "∼", cong: "≅", in: "∈",
  notin: "∉", ni: "∋", cup: "∪", cap: "∩", bigcup: "⋃", bigcap: "⋂", setminus: "∖", subset: "⊂",
  subseteq: "⊆", supset: "⊃", to: "→", rightarrow: "→", Rightarrow: "⇒", iff: "⇔", Leftrightarrow: "⇔",
  leftarrow: "←", mid: "∣", parallel: "∥", perp: "⊥", angle: "∠", triangle: "△", circ: "∘", degree: "°",
  land: "∧", wedge: "∧", lor: "∨", vee: "∨", neg: "¬", forall: "∀", exists: "∃", ldots: "…", dots: "…",
  cdots: "⋯", colon: ":", prime: "′", sum: "∑", prod: "∏", int: "∫", iint: "∬", oint: "∮", lt: "<", gt: ">",
  langle: "⟨", rangle: "⟩", lfloor: "⌊", rfloor: "⌋", lceil: "⌈", rceil: "⌉", lvert: "|", rvert: "|",
  vert: "|", Vert: "‖", backslash: "\\", bullet: "•", star: "⋆", because: "∵", therefore: "∴",
  "%": "%", "$": "$", "#": "#", "&": "&", "_": "_", "{": "{", "}": "}", "|": "‖",
};
const FUNCTIONS = new Set((
  "sin cos tan cot sec csc tg ctg cosec arcsin arccos arctan arccot arctg arcctg sinh cosh tanh coth sh ch th "
  + "ln lg log exp lim max min sup inf gcd lcm det dim deg arg mod Re Im"
).split(" "));
const SPACES = { ",": "0.17em", ";": "0.28em", ":": "0.22em", " ": "0.3em", "!": "0em", quad: "1em", qquad: "2em", "~": "0.3em" };
const FRACTIONS = new Set(["frac", "dfrac", "tfrac", "cfrac"]);
const TEXTS = new Set(["text", "textbf", "textit", "mbox", "mathrm", "operatorname", "textrm", "hbox"]);
const STYLES = new Set(["mathbf", "mathit", "mathsf", "boldsymbol", "displaystyle", "textstyle", "limits", "nolimits", "bf", "rm"]);
const ACCENTS = { overline: "‾", bar: "‾", vec: "→", overrightarrow: "→", hat: "^", widehat: "^", tilde: "~", dot: "˙" };
const DOUBLE_STRUCK = { R: "ℝ", Z: "ℤ", N: "ℕ", Q: "ℚ", C: "ℂ", P: "ℙ" };
const SIZES = /^(?:big|Big|bigg|Bigg)[lrm]?$/;
const FENCES = { matrix: ["", ""], pmatrix: ["(", ")"], bmatrix: ["[", "]"], vmatrix: ["|", "|"], cases: ["{", ""],
  array: ["", ""], aligned: ["", ""], gathered: ["", ""] };

class NotMath extends Error {}

// An entry of one of the tables above, never something inherited by objects.
function lookUp(table, name) {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

// Whether a person would read this as words rather than as a formula.
function isProse(source) {
  const bare = source
    .replace(/\\begin\s*\{array\}\s*\{[lcr| ]*\}/g, " ")
    .replace(/\\(?:text[a-z]*|mathrm|operatorname|mbox|begin|end)\s*\{[^{}]*\}/g, " ")
    .replace(/\\[A-Za-z]+/g, " ");
  return /[A-Za-z]{4,}/.test(bare) || /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ud800-\udfff]/.test(bare);
}

// A sign after an opening bracket, comma or relation belongs to what follows it.
function markSigns(children) {
  children.forEach((child, index) => {
    const before = children[index - 1];
    if (child[0] !== "mo" || !/^[−+±∓]$/.test(child[2]) || before === undefined || before[0] === "mspace") return;
    if (before[0] === "mo" && !/^[)\]}⟩|%′!⌋⌉]$/.test(before[2])) child[1] = { ...child[1], form: "prefix" };
  });
}

function tokenize(source) {
  return source.match(/\\[A-Za-z]+|\\[^A-Za-z]|\d+(?:\.\d+)?|\s+|[^\\\s]/gu) || [];
}

class Reader {
  constructor(source) {
    this.tokens = tokenize(source);
    this.at = 0;
    this.depth = 0;
    this.isPlain = !source.includes("\\"); // x^10 is a tenth power unless it is TeX
  }

  peek() {
    while (this.at < this.tokens.length && /^\s/.test(this.tokens[this.at])) this.at += 1;
    return this.tokens[this.at];
  }

  next() {
    const token = this.peek();
    if (token === undefined) throw new NotMath("ends too early");
    this.at += 1;
    return token;
  }

  // The raw text of the next braced group, as \text needs it.
  rawGroup() {
    if (this.next() !== "{") throw new NotMath("no group");
    let level = 1;
    let text = "";
    while (this.at < this.tokens.length) {
      const token = this.tokens[this.at++];
      if (token === "{") level += 1;
      if (token === "}" && --level === 0) return text;
      text += token;
    }
    throw new NotMath("group never closes");
  }

  // One argument as TeX takes it: a group, a command with its own, or a single digit.
  argument() {
    const token = this.peek();
    if (!this.isPlain && token !== undefined && /^\d/.test(token) && token.length > 1) {
      this.tokens.splice(this.at, 1, token[0], token.slice(1));
    }
    return this.atom();
  }

  // A row up to one of the closing tokens, which is consumed and returned too.
  row(closers) {
    if (++this.depth > MAX_MATH_DEPTH) throw new NotMath("too deep");
    const children = [];
    for (;;) {
      const token = this.peek();
      if (token === undefined) {
        if (closers.length) throw new NotMath("never closes");
        break;
      }
      if (closers.includes(token)) break;
      children.push(this.scripted());
    }
    const closer = closers.length ? this.next() : "";
    markSigns(children);
    this.depth -= 1;
    return [children.length === 1 ? children[0] : ["mrow", null, children], closer];
  }

  // An atom with its scripts.
  scripted() {
    const token = this.peek();
    const base = token === "^" || token === "_" ? ["mrow", null, []] : this.atom();
    let below = null;
    let above = null;
    for (;;) {
      const mark = this.peek();
      if (mark === "_" && below === null) { this.next(); below = this.argument(); }
      else if (mark === "^" && above === null) { this.next(); above = this.argument(); }
      else if (mark === "'") {
        this.next();
        const prime = ["mo", null, "′"];
        above = above === null ? prime : ["mrow", null, [above, prime]];
      } else if (mark === "^" || mark === "_") throw new NotMath("double script");
      else break;
    }
    const stacked = base[2] === "lim" || base[2] === "∑" || base[2] === "∏";
    if (below && above) return [stacked ? "munderover" : "msubsup", null, [base, below, above]];
    if (below) return [stacked ? "munder" : "msub", null, [base, below]];
    if (above) return ["msup", null, [base, above]];
    return base;
  }

  delimiter() {
    const token = this.next();
    const text = token.startsWith("\\") ? lookUp(OPERATORS, token.slice(1)) : token;
    if (text === undefined) throw new NotMath("unknown delimiter");
    return text === "." ? "" : text;
  }

  fenced() {
    const open = this.delimiter();
    const [inner] = this.row(["\\right"]);
    return ["mrow", null, [["mo", { stretchy: "true" }, open], inner, ["mo", { stretchy: "true" }, this.delimiter()]]];
  }

  environment() {
    const name = this.rawGroup().replace("*", "");
    const fences = lookUp(FENCES, name);
    if (!fences) throw new NotMath("unknown environment");
    if (name === "array" && this.peek() === "{") this.rawGroup();
    const rows = [[]];
    for (;;) {
      const [cell, closer] = this.row(["&", "\\\\", "\\end"]);
      rows[rows.length - 1].push(["mtd", null, [cell]]);
      if (closer === "\\\\") rows.push([]);
      if (closer === "\\end") break;
    }
    this.rawGroup();
    const table = ["mtable", null, rows.filter((row) => row.length).map((row) => ["mtr", null, row])];
    return ["mrow", null, [["mo", { stretchy: "true" }, fences[0]], table, ["mo", { stretchy: "true" }, fences[1]]]];
  }

  root() {
    if (this.peek() !== "[") return ["msqrt", null, [this.argument()]];
    this.next();
    const [degree] = this.row(["]"]);
    return ["mroot", null, [this.argument(), degree]];
  }

  command(name) {
    if (FRACTIONS.has(name)) return ["mfrac", null, [this.argument(), this.argument()]];
    if (name === "sqrt") return this.root();
    if (name === "left") return this.fenced();
    if (name === "begin") return this.environment();
    if (name === "binom" || name === "dbinom") {
      const pair = ["mfrac", { linethickness: "0" }, [this.argument(), this.argument()]];
      return ["mrow", null, [["mo", null, "("], pair, ["mo", null, ")"]]];
    }
    if (TEXTS.has(name)) return this.peek() === "{" ? ["mtext", null, this.rawGroup()] : ["mrow", null, []];
    if (name === "mathbb") {
      const text = this.peek() === "{" ? this.rawGroup() : this.next();
      return ["mi", null, lookUp(DOUBLE_STRUCK, text) || text];
    }
    if (Object.hasOwn(ACCENTS, name)) return ["mover", { accent: "true" }, [this.argument(), ["mo", null, ACCENTS[name]]]];
    if (name === "boxed" || name === "fbox") return ["mrow", { class: "boxed" }, [this.argument()]];
    if (name === "not") return ["mo", null, this.peek() === "=" ? (this.next(), "≠") : "¬"];
    if (STYLES.has(name) || SIZES.test(name)) return ["mrow", null, []];
    if (FUNCTIONS.has(name)) return ["mi", { mathvariant: "normal" }, name];
    if (Object.hasOwn(LETTERS, name)) return ["mi", null, LETTERS[name]];
    if (Object.hasOwn(OPERATORS, name)) return ["mo", /^[{}%$#&_]$/.test(name) ? { stretchy: "false" } : null, OPERATORS[name]];
    if (Object.hasOwn(SPACES, name)) return ["mspace", { width: SPACES[name] }, []];
    throw new NotMath("unknown command");
  }

  atom() {
    const token = this.next();
    if (token === "{") return this.row(["}"])[0];
    if (token === "}" || token === "&" || token === "\\\\" || token === "\\right" || token === "\\end") {
      throw new NotMath("out of place");
    }
    if (token[0] === "\\") return this.command(token.slice(1));
    if (token === "$") return ["mrow", null, []];
    if (token === "~") return ["mspace", { width: SPACES["~"] }, []];
    if (/^\d/.test(token)) return ["mn", null, token];
    if (/^\p{L}$/u.test(token)) return ["mi", null, token];
    if (token === "-") return ["mo", null, "−"];
    if (token === "*") return ["mo", null, "∗"];
    return ["mo", { stretchy: "false" }, token];
  }
}

// The MathML tree of an answer, or null.
function latexTree(source) {
  if (!source || source.length > MAX_MATH_CHARS || isProse(source)) return null;
  try {
    return ["math", { displaystyle: "true" }, [new Reader(source).row([])[0]]];
  } catch (error) {
    if (error instanceof NotMath) return null;
    throw error;
  }
}

// The elements of a tree; text only ever enters as textContent.
function buildMath(tree) {
  const [tag, attributes, content] = tree;
  const element = document.createElementNS(MATHML, tag);
  for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
  if (typeof content === "string") element.textContent = content;
  else for (const child of content) element.appendChild(buildMath(child));
  return element;
}

if (typeof module !== "undefined") module.exports = { latexTree, isProse };
