import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Dispatcher } from '#kernel/application/dispatcher';
import { CreateOrganization } from '#organization';

/** Creates the sample organization, whose space holds the Markdown under docs/, imported as any user's would be. */
export async function createSample(app: NestFastifyApplication, userId: string): Promise<string[]> {
  await app.get(Dispatcher).run(new CreateOrganization(userId, 'Quire'));
  return [];
}
