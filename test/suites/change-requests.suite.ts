/** Change requests, their rules, and comments. */
import '../contexts/content/comments.spec.js';
import '../http/change-request-content.spec.js';
import '../http/change-request-merging.spec.js';
import '../http/change-request-reviews.spec.js';
import '../http/change-requests.spec.js';
import '../http/comments.spec.js';
import '../http/merge-rules.spec.js';
