import { NotAudited } from '#kernel/application/audits';
import { Command } from '#kernel/domain/messages';

/**
 * Publishes the integrations that come with this server as the settings want it, for all organizations: those that are
 * new or were built anew since. Un-publishes those that the settings leave out now. One that was un-published otherwise
 * stays so, and so does a name that another organization has taken. Answers the names of those that changed.
 */
@NotAudited('each integration that it publishes is recorded by itself')
export class PublishOwnIntegrations extends Command<string[]> {}
