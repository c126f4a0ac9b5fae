/** The handlers and stores of Content. */
import '../contexts/content/blob-media-type.spec.js';
import '../contexts/content/blob-store.spec.js';
import '../contexts/content/export.spec.js';
import '../contexts/content/git-hostile.spec.js';
import '../contexts/content/git-push.spec.js';
import '../contexts/content/git-source.spec.js';
import '../contexts/content/import.spec.js';
import '../contexts/content/import-git.spec.js';
import '../contexts/content/permission-rule.spec.js';
import '../contexts/content/search-hit-text.spec.js';
import '../contexts/content/search-index.spec.js';
import '../contexts/content/search-quality.spec.js';
import '../contexts/content/space.spec.js';
import '../contexts/content/told-tags.spec.js';
import '../contexts/content/zip-folder.spec.js';
import '../contexts/content/zip-source.spec.js';
