/** What holds for requests of every kind. */
import '../http/audit-trail.spec.js';
import '../http/compressed.spec.js';
import '../http/concurrency.spec.js';
import '../http/conditional.spec.js';
import '../http/connection.spec.js';
import '../http/errors.spec.js';
import '../http/fuzz.spec.js';
import '../http/generated-client.spec.js';
import '../http/idempotency.spec.js';
import '../http/lists.spec.js';
import '../http/openapi-examples.spec.js';
import '../http/openapi-types.spec.js';
import '../http/openapi.spec.js';
import '../http/rate-limit.spec.js';
import '../http/tenancy.spec.js';
import '../http/text-lengths.spec.js';
import '../http/trusted-proxies.spec.js';
