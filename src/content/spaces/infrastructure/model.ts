import type { OnModuleDestroy } from '@nestjs/common';
import { LanguageModel, type ModelAddress } from '#language-model';

/** The language model of this server, where one is set. Translations do not keep those waiting who ask. */
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
