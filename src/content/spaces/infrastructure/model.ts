import type { OnModuleDestroy } from '@nestjs/common';
import { LanguageModel, type ModelAddress } from '#language-model';

/**
 * The language model of this server, if one is configured. Translations and answers have separate clients, so that long
 * translations do not delay answers.
 */
export class Model implements OnModuleDestroy {
  readonly translating: LanguageModel | undefined;
  readonly answering: LanguageModel | undefined;

  constructor(address: ModelAddress | undefined) {
    this.translating = address && new LanguageModel(address);
    this.answering = address && new LanguageModel(address, { concurrency: 8 });
  }

  async onModuleDestroy(): Promise<void> {
    await this.translating?.close();
    await this.answering?.close();
  }
}
