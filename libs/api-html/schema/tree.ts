import { firstEntries, isInternal, isObject, listOf } from '#openapi';
import { MAX_DEPTH } from '../context.js';
import type { Sheet } from '../sheet.js';
import { lineOf } from '../text.js';
import { isPlainChoice } from './type-words.js';
import { discriminatorOf, isHidden, saidOf, viewOf, type Direction, type Discriminator, type View } from './view.js';

/** A schema in a tree: a property, an item of a tuple, an alternative, or the root. */
export interface Branch {
  /** What it is called; empty for the root and for alternatives without a name. */
  label: string;
  /** `name` is that of a property; the others are not names. */
  kind: 'name' | 'pattern' | 'any' | 'item' | 'choice' | 'root';
  view: View;
  isRequired: boolean;
  /** The property and its value that choose this alternative. */
  chosenBy?: { property: string; value: string };
  properties: Branch[];
  choices: { keyword: 'oneOf' | 'anyOf'; branches: Branch[] }[];
  /** Whether it is one of the schemas that it is within: nothing is drawn in it. */
  isRecursive: boolean;
  /** Whether something within is left out because there is too much. */
  isCut: boolean;
}

/** A branch with the way to the root, while the tree is made. */
interface Open {
  branch: Branch;
  /** What is shown in it: of a list, what it contains. */
  inner: View;
  identities: View['identities'];
  parent: Open | undefined;
  depth: number;
}

/** Lists within lists that are passed on the way to what they contain. */
const MOST_LISTS = 4;
const MOST_PATTERNS = 20;

/**
 * The tree of a schema, level by level: when there may be no more rows, what is deepest is missing. Rows are taken from
 * the sheet, at most `most`.
 */
export function treeOf(sheet: Sheet, schema: unknown, direction: Direction, most = Infinity): Branch {
  const root = branchOf(sheet, schema, { label: '', kind: 'root' });
  const queue = [openOf(sheet, root)];
  let left = most;
  for (const open of queue) {
    const { branch } = open;
    branch.isRecursive = isWithinItself(open);
    if (branch.isRecursive) continue;
    if (open.depth >= MAX_DEPTH || left <= 0 || sheet.rows <= 0) {
      branch.isCut = hasParts(open.inner);
      if (branch.isCut && sheet.rows <= 0) sheet.cut();
      continue;
    }
    const { properties, choices } = partsOf(sheet, open.inner, direction);
    const grow = (one: Branch): Branch[] => {
      if (left <= 0 || !sheet.takeRow()) {
        branch.isCut = true;
        return [];
      }
      left--;
      queue.push(openOf(sheet, one, open));
      return [one];
    };
    branch.properties = properties.flatMap(grow);
    branch.choices = choices.map((choice) => ({ ...choice, branches: choice.branches.flatMap(grow) }));
  }
  return root;
}

function openOf(sheet: Sheet, branch: Branch, parent?: Open): Open {
  const inner = innerOf(sheet, branch);
  return { branch, inner, identities: identitiesOf(branch, inner), parent, depth: parent ? parent.depth + 1 : 0 };
}

type Start = Pick<Branch, 'label' | 'kind'> & { isRequired?: boolean };

function branchOf(sheet: Sheet, schema: unknown, { label, kind, isRequired = false }: Start): Branch {
  const view = viewOf(sheet, schema);
  return { label, kind, view, isRequired, properties: [], choices: [], isRecursive: false, isCut: false };
}

/** Whether one of the branches around a branch is the same schema, or what it is a list of. */
function isWithinItself({ parent, identities }: Open): boolean {
  for (let above = parent; above !== undefined; above = above.parent) {
    if (above.identities.some((identity) => identities.includes(identity))) return true;
  }
  return false;
}

/** The schemas of a branch and of what it is a list of: of a list of texts, there may be another in it. */
function identitiesOf({ view }: Branch, inner: View): View['identities'] {
  return inner === view || !hasParts(inner) ? view.identities : [...view.identities, ...inner.identities];
}

const hasParts = ({ shape, choices }: View): boolean => (shape?.properties.length ?? 0) > 0 || choices.length > 0;

/** The view of what a list contains; the view itself of anything else. */
function innerOf(sheet: Sheet, branch: Branch): View {
  let { view } = branch;
  for (let lists = 0; lists < MOST_LISTS; lists++) {
    const { shape, choices, members } = view;
    if (shape === undefined || shape.properties.length > 0 || choices.length > 0) break;
    if (listOf(saidOf(members, 'prefixItems')).length > 0) break;
    const inside = shape.items ?? mapOf(view);
    if (!isObject(inside)) break;
    view = viewOf(sheet, inside);
  }
  return view;
}

/** The schema of all values of an object without other properties. */
function mapOf({ shape, members }: View): unknown {
  return isObject(saidOf(members, 'patternProperties')) ? undefined : shape?.additional;
}

interface Parts {
  properties: Branch[];
  choices: Branch['choices'];
}

function partsOf(sheet: Sheet, view: View, direction: Direction): Parts {
  if (view.shape === undefined) return { properties: [], choices: [] };
  return { properties: propertiesOf(sheet, view, direction), choices: choicesOf(sheet, view) };
}

function propertiesOf(sheet: Sheet, { shape, members }: View, direction: Direction): Branch[] {
  const named = (shape?.properties ?? []).flatMap(([label, schema]) => {
    if (isObject(schema) && isInternal(schema)) return [];
    const isRequired = shape?.required.has(label) ?? false;
    const branch = branchOf(sheet, schema, { label: lineOf(label), kind: 'name', isRequired });
    return isHidden(branch.view.members, direction) ? [] : [branch];
  });
  const patterns = firstEntries(saidOf(members, 'patternProperties'))
    .slice(0, MOST_PATTERNS)
    .map(([label, schema]) => branchOf(sheet, schema, { label: lineOf(label), kind: 'pattern' }));
  const items = listOf(saidOf(members, 'prefixItems'))
    .slice(0, MOST_PATTERNS)
    .map((schema, index) => branchOf(sheet, schema, { label: String(index), kind: 'item' }));
  const rest = items.length > 0 && isObject(shape?.items) ? [shape.items] : [];
  const others = rest.map((schema) => branchOf(sheet, schema, { label: '…', kind: 'item' }));
  const hasOthers = isObject(shape?.additional) && (named.length > 0 || patterns.length > 0);
  const any = hasOthers ? [branchOf(sheet, shape.additional, { label: sheet.words.anyName, kind: 'any' })] : [];
  return [...named, ...patterns, ...items, ...others, ...any];
}

function choicesOf(sheet: Sheet, view: View): Branch['choices'] {
  const discriminator = discriminatorOf(sheet, view);
  if (view.choices.length === 0) {
    // Schemas that extend this one, which names them only by the values of its discriminator.
    const schemas = discriminator?.schemas ?? [];
    if (schemas.length === 0) return [];
    return [{ keyword: 'oneOf', branches: schemas.map((one) => choiceOf(sheet, one, discriminator)) }];
  }
  if (isPlainChoice(sheet, view)) return [];
  return view.choices.map(({ keyword, schemas }) => ({
    keyword,
    branches: schemas.map((one) => choiceOf(sheet, one, discriminator)),
  }));
}

function choiceOf(sheet: Sheet, schema: unknown, discriminator: Discriminator | undefined): Branch {
  const branch = branchOf(sheet, schema, { label: '', kind: 'choice' });
  const [self] = sheet.shapes.of(schema)?.members ?? [];
  const { property } = discriminator ?? {};
  const value = self === undefined ? undefined : discriminator?.values.get(self);
  const title = lineOf(saidOf(branch.view.members.slice(0, 2), 'title'));
  branch.label = title || lineOf(branch.view.name);
  if (property !== undefined && value !== undefined) branch.chosenBy = { property, value };
  return branch;
}
