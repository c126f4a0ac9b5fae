import type { OnModuleDestroy } from '@nestjs/common';
import type { LanguageModel } from '#language-model';

/** The language model of this server, where one is set. */
export class Model implements OnModuleDestroy {
  constructor(readonly endpoint: LanguageModel | undefined) {}

  async onModuleDestroy(): Promise<void> {
    await this.endpoint?.close();
  }
}
