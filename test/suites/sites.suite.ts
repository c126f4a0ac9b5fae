/** Sites, over HTTP. */
import '../http/site-structure.spec.js';
import '../http/sites.spec.js';
