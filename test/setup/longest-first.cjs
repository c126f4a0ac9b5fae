const Sequencer = require('@jest/test-sequencer').default;

/**
 * The slowest files first, in this order, so that all workers end at about the same time. Jest uses the durations of
 * the last run, which a fresh clone does not have.
 */
const LONGEST = [
  'suites/stores.suite.ts',
  'suites/stories.suite.ts',
  'suites/people.suite.ts',
  'suites/sites.suite.ts',
  'suites/reader.suite.ts',
  'scenarios/scheduled-backups.spec.ts',
  'suites/requests.suite.ts',
  'suites/content.suite.ts',
  'suites/hostile.suite.ts',
  'http/authorization-matrix.spec.ts',
  'suites/integrations.suite.ts',
  'suites/conversations.suite.ts',
  'domain/rich-document/hostile.spec.ts',
  'scenarios/telemetry.spec.ts',
  'scenarios/measurements.spec.ts',
  'scenarios/old-generation.spec.ts',
  'scenarios/conversation-faults.spec.ts',
  'scenarios/cli-process.spec.ts',
  'scenarios/job-faults.spec.ts',
  'domain/clustering/group.spec.ts',
  'scenarios/replicas.spec.ts',
  'scenarios/starts.spec.ts',
];

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const place = LONGEST.findIndex((name) => path.endsWith(`/test/${name}`));
      return place < 0 ? LONGEST.length : place;
    };
    return super.sort(tests).sort((left, right) => rank(left) - rank(right));
  }
};
