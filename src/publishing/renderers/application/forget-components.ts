import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ForgetComponents } from '../../contract/commands.js';
import { RendererCaches } from '../domain/renderer-caches.js';

@CommandHandler(ForgetComponents)
export class ForgetComponentsHandler implements ICommandHandler<ForgetComponents> {
  constructor(private readonly caches: RendererCaches) {}

  async execute({ integration, later }: ForgetComponents): Promise<void> {
    const tag = `integration:${integration}`;
    await (later ? this.caches.purgeLater(tag) : this.caches.purge(tag));
  }
}
