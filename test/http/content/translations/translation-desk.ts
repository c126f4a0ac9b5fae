import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import type { Json } from '#testing/api-client';
import { ModelServer, shout } from '../../../domain/language-model/model-server.js';

export type Translation = Json & {
  status: string;
  error?: string;
  result: { space: string; revision: string };
  stats: Record<string, number>;
};

/** A server that translates by a model, which writes in capitals by default; and spaces to be translated. */
export class TranslationDesk {
  private constructor(
    readonly model: ModelServer,
    readonly server: TestServer,
    readonly ada: TestUser & { organization: string },
  ) {}

  static async start(env: Record<string, string> = {}): Promise<TranslationDesk> {
    const model = await ModelServer.start();
    const server = await TestServer.start({ env: { QUIRE_MODEL_URL: model.url, QUIRE_MODEL_NAME: 'small', ...env } });
    return new TranslationDesk(model, server, await server.administrator());
  }

  async stop(): Promise<void> {
    await this.server.stop();
    await this.model.stop();
  }

  /** Before each test: nothing was asked yet. */
  reset(): void {
    this.model.asked.length = 0;
    this.model.reply = shout;
  }

  get org(): string {
    return `/v1/orgs/${this.ada.organization}`;
  }

  async create(space: TestSpace, more: object = {}): Promise<Translation> {
    const body = { source: { space: space.id, language: 'en' }, language: 'de', ...more };
    const { status, text, body: created } = await this.ada.api.post(`${this.org}/translations`, body);
    if (status !== 201) throw new Error(`The translation was not created: ${text}`);
    return created as Translation;
  }

  async get({ id }: { id: string }): Promise<Translation> {
    return (await this.ada.api.get(`${this.org}/translations/${id}`)).body as Translation;
  }

  resultOf({ result }: Translation): TestSpace {
    return TestSpace.at(this.ada.api, result.space);
  }

  /** Lets what follows from changes happen. */
  async settle(): Promise<void> {
    for (let work = 1; work > 0;) work = (await this.server.drain()) + (await this.server.runJobs()).length;
  }

  async sample(): Promise<{ space: TestSpace; guide: string; setup: string }> {
    const space = await TestSpace.create(this.ada, { title: 'Handbook', empty: true });
    const guide = await space.insert('Guide', 'Read [the docs](https://docs.example) now.\n\nThen `run` it.', {
      description: 'How to begin',
    });
    const setup = await space.insert('Setup', '## Install\n\nFirst step.', { into: guide });
    return { space, guide, setup };
  }

  /** The sample with its translation, which has run. */
  async translated() {
    const made = await this.sample();
    const translation = await this.create(made.space);
    await this.settle();
    this.model.asked.length = 0;
    return { ...made, translation, target: this.resultOf(translation) };
  }
}
