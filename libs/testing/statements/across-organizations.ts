/**
 * Statements that ask all organizations, by the beginning of their name or a part of their text, and why: on a database that is
 * distributed by organizations they go to every node, so no request of a hot path may be among them.
 */
export const ACROSS_ORGANIZATIONS: Readonly<Record<string, string>> = {
  'organization-of.': 'looks up the organization of a record, which is then kept in memory',
  'git-sync.hooked': 'a webhook names a sync by its secret id',
  'git-sync.due': 'a job finds what is due',
  'space.purge-of': 'a job finds an organization with deleted spaces',
  'archive-upload.oldest': 'a job finds an organization with uploads that were given up',
  'import-step.oldest': 'a job finds an organization with imports that were given up',
  'garbage.waiting-ahead': 'a job finds an organization with content that no revision came for',
  'garbage.due': 'a job finds the organization whose unused content is deleted next',
  'installation.list-of-all':
    'a caller of several organizations, or the script of an integration, lists its installations',
  'target-installation.list-of-all':
    'a caller of several organizations, or the script of an integration, lists its installations',
  'installation.organizations': 'looks up the organizations of ids of authors that are not known yet',
  'installation.next': 'a job looks at all installations of an integration after a publish',
  'target-installation.next': 'a job looks at all installations of an integration after a publish',
  'target-installation.sites-of': 'a job follows a publish on all sites that an integration is enabled on',
  'installation.elsewhere': 'before an organization is deleted, those are looked for that use what it publishes',
  'integration.is-installed-on-any': 'a private integration of another organization, for a member of several',
  'rendering.installed-on-any':
    'a member of several organizations sets up an integration on a site; the request names no organization',
  'integration-event.installations':
    'a job announces the end of an integration, or its return, to all its installations',
  'integration-event.waiting-tasks': 'the limit of tasks is that of an integration, wherever it is installed',
  'integration-event.logged':
    'the limit of entries about failed requests is that of an integration, wherever it is installed',
  'integration-event.due-streams': 'a job finds what is due for an integration',
  'integration-event.organization-of': 'looks up the organization of an event that is delivered again',
  'integration-event.list-of-all': 'those who publish an integration see its events of all organizations',
  'integration-event.get-of-all': 'those who publish an integration see its events of all organizations',
  'integration-event.prune': 'a job deletes old events',
  'site.for-programs': 'the files of the server itself name the public sites of all organizations',
  'site.of-start-page': 'the start page of the server shows the public sites of all organizations',
  'site.previewing-space-of-any': 'a member of several organizations opens the address of a space, which names none',
  'site.organizations-by-default-address': 'a job finds the organizations with such sites',
  'site-sync.due': 'a job finds what is due',
  'openapi-spec.due': 'a job finds what is due',
  'audit-export.due': 'a job finds organizations with old entries',
  'print.old': 'a job finds old prints',
  'history.after': 'a job goes over all spaces',
  'unused-blob.due': 'a job finds organizations with bytes that nothing uses',
  'orphaned-blob.': 'a job goes over all files of the store',
  'audit-export.known-of-any': 'a job goes over all files of the store',
  'insights.forget-2': 'a job deletes old events',
  'openapi-version.of-specs': 'a job finds the specifications with more versions than are kept',
  'conversation.purged-organization': 'a job finds an organization with old conversations',
  'model-answer.forget': 'a job deletes old answers',
  'cluster.to-group': 'a job finds the organizations whose issues are to be grouped',
  'documentation.organizations': 'a job finds the organizations with clusters',
};
