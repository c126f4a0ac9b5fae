/** The kernel on a real database. */
import '../contexts/kernel/broken-answers.spec.js';
import '../contexts/kernel/callers.spec.js';
import '../contexts/kernel/jobs.spec.js';
import '../contexts/kernel/migrator.spec.js';
import '../contexts/kernel/outbox.spec.js';
import '../contexts/kernel/sql-query.spec.js';
import '../contexts/kernel/transactions.spec.js';
