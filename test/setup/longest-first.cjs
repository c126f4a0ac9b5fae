const Sequencer = require('@jest/test-sequencer').default;

/**
 * What takes longest, in this order: two workers end at the same time only when no long one begins last. Jest goes by
 * how long each took the last time, which a fresh clone does not know.
 */
const LONGEST = [
  'suites/requests.suite.ts',
  'suites/stores.suite.ts',
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
