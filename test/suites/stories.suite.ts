/** From a first start to a last day, and the commands that run in this process. */
import '../scenarios/cli-accounts.spec.js';
import '../scenarios/cli-audit.spec.js';
import '../scenarios/cli-backup.spec.js';
import '../scenarios/cli-backups.spec.js';
import '../scenarios/cli-doctor.spec.js';
import '../scenarios/cli-jobs.spec.js';
import '../scenarios/cli-organization.spec.js';
import '../scenarios/cli-publish.spec.js';
import '../scenarios/cli-publish-sources.spec.js';
import '../scenarios/cli-transfer.spec.js';
import '../scenarios/cli-trials.spec.js';
import '../scenarios/content.spec.js';
import '../scenarios/guides.spec.js';
import '../scenarios/publishing.spec.js';
import '../scenarios/secret-key.spec.js';
import '../scenarios/story.spec.js';
import '../scenarios/tickets.spec.js';
