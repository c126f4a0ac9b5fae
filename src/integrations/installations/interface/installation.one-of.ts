import { Described, named } from '#kernel/interface/open-api/one-of';
import { SpaceView } from '#content';
import { SiteView } from '#publishing';
import { SiteInstallationView, SpaceInstallationView } from '../application/installation.view.js';

/* The classes can't say of themselves that a member is an id or a record. */
Described({ oneOf: [{ type: 'string' }, named('SpaceView')], example: '0VbbU5n7Ed2QvZt8KlXa' }, SpaceView)(
  SpaceInstallationView.prototype,
  'space',
);
Described({ oneOf: [{ type: 'string' }, named('SiteView')], example: '0VbbUCw6Ng9XoUb5QrBe' }, SiteView)(
  SiteInstallationView.prototype,
  'site',
);
