import { Endpoint, jsonOf, type CallTime, type EndpointOptions, type ModelAddress } from './endpoint.js';
import { ModelRefused } from './errors.js';

/** Texts of one request, and UTF-16 units of them in all. */
const MOST_TEXTS = 32;
const MOST_CHARACTERS = 64_000;
/** UTF-16 units of a text; what follows does not count. */
const LONGEST_TEXT = 4_000;
const LEAST_DIMENSIONS = 8;
const MOST_DIMENSIONS = 4_096;
/** Numbers take up to 25 bytes each. */
const MAX_ANSWER_BYTES = 4_000_000;

/** A model behind an endpoint with OpenAI's embeddings: what texts mean, as vectors. */
export class EmbeddingModel {
  readonly #endpoint: Endpoint;

  constructor(
    private readonly address: ModelAddress,
    options: EndpointOptions = {},
  ) {
    this.#endpoint = new Endpoint(address, options);
  }

  /** The model's name. */
  get name(): string {
    return this.address.name;
  }

  /**
   * The vectors of texts that are not empty, in their order: all of the same 8 to 4,096 dimensions, and of length 1.
   * Throws ModelUnavailable or ModelRefused if any of them is missing; `time` is that of each request.
   */
  async embed(texts: readonly string[], time: CallTime): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (const batch of batchesOf(texts)) vectors.push(...(await this.#batch(batch, time)));
    if (vectors.some(({ length }) => length !== vectors[0]?.length)) throw new ModelRefused(DIFFERENT);
    return vectors;
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    await this.#endpoint.close();
  }

  #batch(input: readonly string[], time: CallTime): Promise<Float32Array[]> {
    return this.#endpoint.within(time, async (signal) => {
      const asked = { model: this.address.name, input, encoding_format: 'float' };
      const body = await this.#endpoint.post('/embeddings', asked, 'application/json', signal);
      return vectorsIn(await jsonOf(body, MAX_ANSWER_BYTES), input.length);
    });
  }
}

const DIFFERENT = 'The model answered vectors of different dimensions';

/** The vectors of an answer, each at the place of its text. */
function vectorsIn(answer: unknown, count: number): Float32Array[] {
  const data = (answer as { data?: unknown } | null)?.data;
  if (!Array.isArray(data) || data.length !== count)
    throw new ModelRefused('The model did not answer one vector for each text');
  const vectors = new Map<number, Float32Array>();
  data.forEach((item: { index?: unknown; embedding?: unknown } | null, at) => {
    const place = item?.index ?? at;
    if (typeof place === 'number') vectors.set(place, unitVector(item?.embedding));
  });
  return Array.from({ length: count }, (_, at) => {
    const vector = vectors.get(at);
    if (!vector) throw new ModelRefused('The model did not answer one vector for each text');
    if (vector.length !== vectors.get(0)?.length) throw new ModelRefused(DIFFERENT);
    return vector;
  });
}

function unitVector(numbers: unknown): Float32Array {
  if (!Array.isArray(numbers) || numbers.length < LEAST_DIMENSIONS || numbers.length > MOST_DIMENSIONS)
    throw new ModelRefused(`The model answered no vector of ${LEAST_DIMENSIONS} to ${MOST_DIMENSIONS} dimensions`);
  let sum = 0;
  for (const number of numbers as readonly unknown[]) sum += typeof number === 'number' ? number * number : NaN;
  const length = Math.sqrt(sum);
  if (!(length > 0) || !Number.isFinite(length))
    throw new ModelRefused('The model answered a vector without direction');
  return Float32Array.from(numbers as number[], (number) => number / length);
}

function batchesOf(texts: readonly string[]): string[][] {
  const batches: string[][] = [];
  let characters = 0;
  for (const whole of texts) {
    const text = whole.slice(0, LONGEST_TEXT).replace(/[\uD800-\uDBFF]$/, '');
    const last = batches.at(-1);
    if (last && last.length < MOST_TEXTS && characters + text.length <= MOST_CHARACTERS) {
      last.push(text);
      characters += text.length;
    } else {
      batches.push([text]);
      characters = text.length;
    }
  }
  return batches;
}
