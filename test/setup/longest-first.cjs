const Sequencer = require('@jest/test-sequencer').default;

/**
 * The slowest files first, in this order, so that both workers end at about the same time. Jest uses the durations of
 * the last run, which a fresh clone does not have.
 */
const LONGEST = [
  'suites/requests.suite.ts',
  'suites/stores.suite.ts',
  'suites/reader.suite.ts',
  'suites/sites.suite.ts',
  'suites/hostile.suite.ts',
  'suites/content.suite.ts',
  'http/authorization-matrix.spec.ts',
  'suites/people.suite.ts',
  'scenarios/job-faults.spec.ts',
  'suites/stories.suite.ts',
  'scenarios/starts.spec.ts',
  'scenarios/cli-process.spec.ts',
  'scenarios/faults.spec.ts',
  'scenarios/script-faults.spec.ts',
  'scenarios/import-faults.spec.ts',
  'scenarios/checker.spec.ts',
  'domain/openapi/hostile.spec.ts',
  'domain/rich-document/hostile.spec.ts',
  'scenarios/image.spec.ts',
  'scenarios/rate-limit.spec.ts',
  'architecture/postgres-server.spec.ts',
  'domain/rich-document/nesting.spec.ts',
  'architecture/boundaries.spec.ts',
  'architecture/lint.spec.ts',
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
