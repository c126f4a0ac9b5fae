import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Jobs } from '#kernel/application/jobs';
import { Clock } from '#kernel/domain/clock';
import { Forbidden, Invalid, NotFound } from '#kernel/domain/errors';
import { newId } from '#kernel/domain/id';
import { roleAtLeast } from '#permissions';
import { validTerms } from '../domain/glossary.js';
import { changesOf } from '../domain/glossary-changes.js';
import { translateAll } from '../domain/translate-job.js';
import { Glossaries } from '../domain/translations.js';
import { UpdateGlossary } from './translation.commands.js';

const MOST_ENTRIES = 2000;

/** All translations of the organization run again; what none of the changed terms occurs in is remembered. */
@CommandHandler(UpdateGlossary)
export class UpdateGlossaryHandler implements ICommandHandler<UpdateGlossary> {
  constructor(
    private readonly glossaries: Glossaries,
    private readonly jobs: Jobs,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, wanted }: UpdateGlossary): Promise<void> {
    const role = caller.roles.get(organizationId);
    if (role === undefined) throw new NotFound('Organization not found');
    if (!roleAtLeast(role, 'create')) throw new Forbidden('This needs the role create or more in the organization');
    const now = this.clock.now();
    const changes = changesOf(wanted);
    // Sorted, so that entries are listed in the order in which they were given.
    const ids = changes.add.map(() => newId(now.getTime())).sort();
    const added = changes.add.map(({ terms }, at) => ({ id: ids[at] ?? '', terms: validTerms(terms) }));
    const updated = changes.update.map(({ id, terms }) => ({ id, terms: validTerms(terms) }));
    const count = await this.glossaries.lock(organizationId);
    if (count + added.length > MOST_ENTRIES) throw new Invalid(`A glossary takes at most ${MOST_ENTRIES} entries`);
    const known = new Set(await this.glossaries.update(organizationId, updated, now));
    const unknown = updated.find(({ id }) => !known.has(id));
    if (unknown) throw new NotFound(`Glossary entry ${unknown.id} not found`);
    await this.glossaries.remove(organizationId, changes.remove);
    await this.glossaries.add(organizationId, added, now);
    await this.jobs.enqueue(...translateAll(organizationId));
    await this.trail.record({
      organizations: [organizationId],
      action: 'glossary.updated',
      actorId: caller.userId,
      target: { type: 'organization', id: organizationId },
      payload: { added: added.length, updated: updated.length, removed: changes.remove.length },
    });
  }
}
