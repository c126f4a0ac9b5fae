/** Sites in browsers, and for programs, over HTTP. */
import '../http/publishing/reader/kept-answers.spec.js';
import '../http/publishing/reader/hostile/hostile-pages.spec.js';
import '../http/publishing/reader/kept/kept-pages.spec.js';
import '../http/publishing/reader/machines/site-files.spec.js';
import '../http/publishing/reader/answers.spec.js';
import '../http/publishing/reader/machines/site-mcp.spec.js';
import '../http/publishing/reader/arrangements.spec.js';
import '../http/publishing/reader/previews.spec.js';
import '../http/publishing/reader/diagrams.spec.js';
import '../http/publishing/reader/edit-links.spec.js';
import '../http/publishing/reader/former-addresses.spec.js';
import '../http/publishing/reader/media.spec.js';
import '../http/publishing/reader/reader.spec.js';
import '../http/publishing/reader/visitors.spec.js';
import '../http/publishing/reader/routes/routes-beside.spec.js';
import '../http/publishing/reader/trying.spec.js';
import '../http/publishing/reader/tried-files.spec.js';
