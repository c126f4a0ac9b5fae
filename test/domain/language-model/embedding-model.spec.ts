import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EmbeddingModel, ModelRefused, ModelUnavailable } from '#language-model';
import { embedding, failing, ModelServer, vectors } from './model-server.js';

const TIME = { timeoutMs: 5_000 };
/** A vector that says how long a text is. */
const lengths = embedding((text) => [text.length, 0, 0, 0, 0, 0, 0, 1]);

describe('an embedding model', () => {
  let server: ModelServer;
  let model: EmbeddingModel;

  beforeEach(async () => {
    server = await ModelServer.start();
    server.reply = lengths;
    model = new EmbeddingModel({ url: server.url, name: 'tiny', key: 'secret' }, { pauseMs: 5 });
  });
  afterEach(async () => {
    await model.close();
    await server.stop();
  });

  it('is asked by its name and with the key, and answers a vector of length 1 for each text', async () => {
    const [one, two] = await model.embed(['a', 'abc'], TIME);
    expect(Array.from(one ?? [])).toEqual([Math.SQRT1_2, 0, 0, 0, 0, 0, 0, Math.SQRT1_2].map(Math.fround));
    expect(Math.hypot(...(two ?? []))).toBeCloseTo(1, 6);
    expect(server.asked).toEqual([
      expect.objectContaining({
        path: '/v1/embeddings',
        model: 'tiny',
        input: ['a', 'abc'],
        authorization: 'Bearer secret',
      }),
    ]);
  });

  it('is asked for few texts at a time, and for the beginning of long ones, without half a character', async () => {
    const texts = Array.from({ length: 100 }, (_, at) => 'x'.repeat(at + 1));
    const found = await model.embed([...texts, `${'x'.repeat(3_999)}😀`], TIME);
    found.slice(0, 100).forEach((vector, at) => expect((vector[0] ?? 0) / (vector[7] ?? 0)).toBeCloseTo(at + 1, 3));
    const asked = server.asked.map(({ input }) => input ?? []);
    expect(asked.flat().map(({ length }) => length)).toEqual([...texts.map(({ length }) => length), 3_999]);
    expect(Math.max(...asked.map(({ length }) => length))).toBe(32);
    await model.embed(Array<string>(40).fill('y'.repeat(9_000)), TIME);
    const characters = server.asked.map(({ input }) => (input ?? []).join('').length);
    expect(Math.max(...characters)).toBeLessThanOrEqual(64_000);
    expect(await model.embed([], TIME)).toEqual([]);
  });

  it('may answer in any order', async () => {
    server.reply = (_, response) =>
      vectors(response, [
        { index: 1, embedding: [0, 1, 0, 0, 0, 0, 0, 0] },
        { index: 0, embedding: [1, 0, 0, 0, 0, 0, 0, 0] },
      ]);
    const found = await model.embed(['a', 'b'], TIME);
    expect(found.map((vector) => vector.indexOf(1))).toEqual([0, 1]);
  });

  it('is asked again after what may pass, and is unavailable after four attempts', async () => {
    server.next.push(failing(500), failing(429, { 'retry-after': '0' }), (_, response) => response.destroy());
    expect(await model.embed(['a'], TIME)).toHaveLength(1);
    expect(server.asked).toHaveLength(4);
    server.reply = failing(503);
    await expect(model.embed(['a'], TIME)).rejects.toThrow(ModelUnavailable);
    expect(server.asked).toHaveLength(8);
  });

  it('is waited for only so long', async () => {
    server.reply = () => undefined;
    await expect(model.embed(['a'], { timeoutMs: 50 })).rejects.toThrow('did not answer within 0.05 s');
  });

  it('says with which status it refuses', async () => {
    server.reply = failing(400);
    await expect(model.embed(['a'], TIME)).rejects.toMatchObject({ name: 'ModelRefused', status: 400 });
    expect(server.asked).toHaveLength(1);
  });

  const eight = [1, 2, 3, 4, 5, 6, 7, 8];
  it.each<[string, unknown]>([
    ['without data', {}],
    ['null', null],
    ['with too few vectors', { data: [{ index: 0, embedding: eight }] }],
    ['with a place twice', { data: [0, 0].map((index) => ({ index, embedding: eight })) }],
    ['with a place that there is not', { data: [0, 2].map((index) => ({ index, embedding: eight })) }],
    ['with a place that is no number', { data: ['0', 1].map((index) => ({ index, embedding: eight })) }],
    ['of null', { data: [null, null] }],
    ['of texts', { data: [0, 1].map((index) => ({ index, embedding: eight.map(String) })) }],
    ['of numbers and null', { data: [0, 1].map((index) => ({ index, embedding: [...eight, null] })) }],
    ['of numbers beyond all bounds', { data: [0, 1].map((index) => ({ index, embedding: [...eight, 1e300] })) }],
    ['of zeros', { data: [0, 1].map((index) => ({ index, embedding: eight.map(() => 0) })) }],
    ['of few dimensions', { data: [0, 1].map((index) => ({ index, embedding: [1, 2, 3] })) }],
    ['of many dimensions', { data: [0, 1].map((index) => ({ index, embedding: Array(4_097).fill(1) })) }],
    [
      'of different dimensions',
      { data: [0, 1].map((index) => ({ index, embedding: [...eight, ...Array(index).fill(1)] })) },
    ],
    ['without end', { data: [0, 1].map((index) => ({ index, embedding: eight, more: 'x'.repeat(2_500_000) })) }],
  ])('is refused when it answers %s', async (_, answer) => {
    server.reply = (_asked, response) => response.end(JSON.stringify(answer));
    await expect(model.embed(['a', 'b'], TIME)).rejects.toThrow(ModelRefused);
    expect(server.asked).toHaveLength(1);
  });

  it('is refused when it answers vectors of other dimensions the next time', async () => {
    server.reply = embedding(() => Array(8 + server.asked.length).fill(1) as number[]);
    await expect(model.embed(Array<string>(40).fill('a'), TIME)).rejects.toThrow('different dimensions');
  });
});
