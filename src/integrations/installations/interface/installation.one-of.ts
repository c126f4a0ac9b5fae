import { Described, named } from '#kernel/interface/open-api/one-of';
import { SpaceView } from '#content';
import { SiteView } from '#publishing';
import { SiteInstallationView, SpaceInstallationView } from '../application/installation.view.js';

/* The classes can't say of themselves that a member is an id or a record. */
Described({ oneOf: [{ type: 'string' }, named('SpaceView')] }, SpaceView)(SpaceInstallationView.prototype, 'space');
Described({ oneOf: [{ type: 'string' }, named('SiteView')] }, SiteView)(SiteInstallationView.prototype, 'site');
