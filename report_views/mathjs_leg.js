// Evaluates expression trees with mathjs, an engine that shares no code with
// ours. One JSON task per line on stdin, one JSON answer per line on stdout:
//   {"id", "tree", "points": [{"x": "3/7"}, …]} -> {"id", "values": [number | [re, im] | null, …]} or {"id", "error"}
// Trees: ["num", "3/4"]  ["sym", "x"]  ["const", "pi"]  ["neg", a]  ["fn", "sin", a, …]
//        ["add" | "sub" | "mul" | "div" | "pow", a, b, …]
// Nothing is parsed as an expression: numbers and names are looked up. With
// the argument --version it prints the version of mathjs, or fails.
"use strict";

const path = require("path");
const readline = require("readline");

const MAX_DEPTH = 200;
const MAX_EXPONENT = 10000;
const MAX_FACTORIAL = 500;

const places = [process.cwd(), __dirname, path.join(process.execPath, "../../lib/node_modules"),
  ...(process.env.NODE_PATH || "").split(path.delimiter).filter(Boolean)];
const { create, all } = require(require.resolve("mathjs", { paths: places }));
const math = create(all, { number: "BigNumber", precision: 64 });

const FOLDS = { add: math.add, sub: math.subtract, mul: math.multiply, div: math.divide };
const FUNCTIONS = new Map(Object.entries({
  sin: math.sin, cos: math.cos, tan: math.tan, cot: math.cot, sec: math.sec, csc: math.csc,
  asin: math.asin, acos: math.acos, atan: math.atan, acot: math.acot, sinh: math.sinh, cosh: math.cosh, tanh: math.tanh,
  sqrt: math.sqrt, cbrt: math.cbrt, root: math.nthRoot, log: math.log, exp: math.exp, abs: math.abs,
  floor: math.floor, ceil: math.ceil, binomial: math.combinations,
}));
const CONSTANTS = new Map([["pi", math.bignumber(math.pi)], ["e", math.bignumber(math.e)], ["i", math.i]]);

function rational(text) {
  const [, numerator, denominator] = /^(-?\d{1,5000}(?:\.\d{1,5000})?)(?:\/(\d{1,5000}))?$/.exec(text) || [];
  if (numerator === undefined) throw new Error("not a number");
  return denominator ? math.divide(math.bignumber(numerator), math.bignumber(denominator)) : math.bignumber(numerator);
}

function bounded(value, limit) {
  if (math.larger(math.abs(value), limit)) throw new Error("too large");
  return value;
}

function evaluate(tree, point, depth) {
  if (depth > MAX_DEPTH) throw new Error("too deep");
  const [kind, ...rest] = tree;
  if (kind === "num") return rational(rest[0]);
  if (kind === "sym") return rational(point[rest[0]]);
  if (kind === "const" && CONSTANTS.has(rest[0])) return CONSTANTS.get(rest[0]);
  const name = kind === "fn" ? rest.shift() : kind;
  const values = rest.map((part) => evaluate(part, point, depth + 1));
  if (kind === "fn" && name === "factorial") return math.factorial(bounded(values[0], MAX_FACTORIAL));
  if (kind === "fn" && FUNCTIONS.has(name)) return FUNCTIONS.get(name)(...values);
  if (kind === "neg") return math.unaryMinus(values[0]);
  if (kind === "pow") return math.pow(values[0], bounded(values[1], MAX_EXPONENT));
  if (Object.hasOwn(FOLDS, kind)) return values.reduce((one, two) => FOLDS[kind](one, two));
  throw new Error("unknown operation");
}

// A finite number, or [re, im], or null where the value is neither.
function plain(value) {
  const parts = math.typeOf(value) === "Complex" ? [value.re, value.im] : [Number(value.toString())];
  if (!parts.every(Number.isFinite)) return null;
  return parts.length === 1 ? parts[0] : parts;
}

function answer(line) {
  const task = JSON.parse(line);
  const value = (point) => {
    try {
      return plain(evaluate(task.tree, point, 0));
    } catch (error) {
      if (/too large|domain|real|complex|undefined|division/i.test(String(error.message))) return null;
      throw error;
    }
  };
  try {
    return { id: task.id, values: task.points.map(value) };
  } catch (error) {
    return { id: task.id, error: String(error.message).slice(0, 200) };
  }
}

if (process.argv[2] === "--version") console.log(math.version);
else readline.createInterface({ input: process.stdin }).on("line", (line) => { if (line) console.log(JSON.stringify(answer(line))); });
