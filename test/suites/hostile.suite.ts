/** What costs a server as much as it can, sent to one that runs for all of it. */
import '../scenarios/hostile-bodies.spec.js';
import '../scenarios/hostile-responses.spec.js';
import '../scenarios/hostile-texts.spec.js';
