import type { RenderedCompletion, RenderedElement, RenderOutput } from './elements.js';
import { rootElement } from './element-readers.js';
import { LIMITS } from './limits.js';
import { InvalidOutput, object, objectOrEmpty, oneOf, optional, Place, shape } from './reading.js';

/**
 * Reads the JSON that a script answered when a component was rendered. What is passed on has only the members that
 * clients know. Throws InvalidOutput for everything else, with a message for the author of the script.
 */
export function readRenderOutput(json: Uint8Array): RenderOutput {
  if (json.byteLength > LIMITS.bytes) throw new InvalidOutput(`The answer is longer than ${LIMITS.bytes} bytes`);
  const value = parse(new TextDecoder().decode(json));
  requireBounded(value);
  const root = Place.root();
  const type = oneOf('element', 'complete')(object(value, root)['type'] ?? 'element', root.at('type'));
  return type === 'complete' ? completion(value, root) : rendered(value, root);
}

const completion = shape<RenderedCompletion>({ type: oneOf('complete'), returnValue: optional(object) });

const rendered = shape<RenderedElement>({
  // Clients take an answer without a type for one with an element.
  type: () => 'element',
  state: objectOrEmpty,
  props: objectOrEmpty,
  element: rootElement,
});

function parse(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    throw new InvalidOutput('The answer is no JSON');
  }
}

/** Throws for more values, or deeper ones, than an answer may have. Depth counts no calls: it may be that of an attack. */
function requireBounded(value: unknown): void {
  let level = [value];
  let values = 0;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > LIMITS.depth) throw new InvalidOutput(`The answer is nested deeper than ${LIMITS.depth} levels`);
    values += level.length;
    if (values > LIMITS.values) throw new InvalidOutput(`The answer has more than ${LIMITS.values} values`);
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
}
