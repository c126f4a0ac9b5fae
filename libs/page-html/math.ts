import { createRequire } from 'node:module';
import { Parser } from 'htmlparser2';
import { h, type Attributes, type Child, type Element } from './element.js';
import { elementName, mathAttributes } from './math-attributes.js';
import type { Sheet } from './sheet.js';

/** Longer formulas, in characters, are shown as they are written. */
const MAX_FORMULA = 5_000;
/** How often macros may be replaced, those of the author's own among them. */
const MAX_EXPANSIONS = 200;
/** Elements and levels of one drawn formula; one of more is shown as it is written. */
const MAX_ELEMENTS = 10_000;
const MAX_DEPTH = 100;

interface Temml {
  renderToString(formula: string, options: object): string;
}

const require = createRequire(import.meta.url);
let temml: Temml | undefined;

/** A formula as MathML, with its source as `alttext`; one with a mistake as its source. */
export function drawFormula(sheet: Sheet, formula: string, isBlock: boolean): Child {
  sheet.spend(formula);
  const drawn = mathOf(formula, isBlock);
  if (drawn) {
    sheet.spend(drawn.written);
    return drawn.element;
  }
  return h('code', { class: 'formula' }, formula);
}

function mathOf(formula: string, displayMode: boolean): { element: Element; written: string } | undefined {
  if (formula.length > MAX_FORMULA || formula.trim() === '') return undefined;
  try {
    temml ??= require('temml') as Temml;
    const options = { displayMode, throwOnError: true, trust: false, maxExpand: MAX_EXPANSIONS, maxSize: [20, 20] };
    const written = temml.renderToString(formula, options);
    const element = rebuild(written, formula);
    return element && { element, written };
  } catch {
    // It throws for what it cannot read, and where a formula is nested too deeply for it.
    return undefined;
  }
}

interface Open {
  name: string | undefined;
  attributes: Attributes;
  children: Child[];
}

/** The elements of MathML as written, with known names and attributes only: styles become classes. */
function rebuild(written: string, formula: string): Element | undefined {
  const root: Open = { name: 'root', attributes: {}, children: [] };
  const open = [root];
  let elements = 0;
  let deepest = 0;
  const parser = new Parser(
    {
      onopentag(name, given) {
        elements++;
        deepest = Math.max(deepest, open.length);
        open.push({ name: elementName(name), attributes: mathAttributes(given), children: [] });
      },
      ontext: (text) => void open.at(-1)?.children.push(text),
      onclosetag() {
        const { name, attributes, children } = open.pop() ?? root;
        const alttext = name === 'math' ? { alttext: formula } : {};
        const parent = open.at(-1) ?? root;
        parent.children.push(name === undefined ? children : h(name, { ...attributes, ...alttext }, ...children));
      },
    },
    { xmlMode: true },
  );
  parser.end(written);
  const [math] = root.children;
  if (elements > MAX_ELEMENTS || deepest > MAX_DEPTH || root.children.length !== 1) return undefined;
  return typeof math === 'object' && math !== null && 'type' in math ? math : undefined;
}
