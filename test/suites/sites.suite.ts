/** Sites, over HTTP. */
import '../http/adapting-sites.spec.js';
import '../http/content-token.spec.js';
import '../http/published-site.spec.js';
import '../http/renderers.spec.js';
import '../http/site-adaptive-schema.spec.js';
import '../http/site-customization.spec.js';
import '../http/site-publishing-auth.spec.js';
import '../http/site-redirects.spec.js';
import '../http/site-share-links.spec.js';
import '../http/site-ask.spec.js';
import '../http/site-assistant.spec.js';
import '../http/site-insights.spec.js';
import '../http/site-search.spec.js';
import '../http/site-structure.spec.js';
import '../http/sites.spec.js';
import '../http/visitors.spec.js';
import '../http/visits.spec.js';
