import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { IsBoolean } from 'class-validator';
import { Described } from '#kernel/interface/open-api/one-of';
import { Optional, ReadBoolean } from '#kernel/interface/optional';
import { PageActionsView, SiteCustomizationView } from '../application/customization.view.js';
import { FontDefinitionView, FONTS, MONOSPACE_FONTS, StylingView } from '../application/styling.view.js';
import { fontOf } from './described-forms.js';

/* Some versions of clients do not know every part: what they leave out of these stays as it is. */
const KNOWN_TO_SOME = ['pdf', 'git', 'socialAccounts'] as const;
const CODE_THEME = ['codeTheme'] as const;

/** How a site is drawn, whole; the theme of code stays as it is when left out. */
export class WholeStylingBody extends IntersectionType(
  OmitType(StylingView, CODE_THEME),
  PartialType(PickType(StylingView, CODE_THEME)),
) {}
/* What stands in the place of the class it is made of loses what that says of fonts. */
Described(fontOf(FONTS), FontDefinitionView)(WholeStylingBody.prototype, 'font');
Described(fontOf(FONTS), FontDefinitionView)(WholeStylingBody.prototype, 'headingFont');
Described(fontOf(MONOSPACE_FONTS), FontDefinitionView)(WholeStylingBody.prototype, 'monospaceFont');

/** What readers are offered on a page; each stays as it is when left out. */
export class PageActionsBody extends PartialType(PageActionsView) {}

/**
 * The settings a site is to have in the place of those it has: all that it always has, and of the rest what it is to
 * have. `pdf`, `git` and `socialAccounts` stay as they are when left out.
 */
export class UpdateSiteCustomizationBody extends IntersectionType(
  OmitType(SiteCustomizationView, ['updatedAt', 'styling', 'pageActions', ...KNOWN_TO_SOME]),
  PartialType(PickType(SiteCustomizationView, KNOWN_TO_SOME)),
) {
  styling!: WholeStylingBody;
  pageActions!: PageActionsBody;
}

/** How settings are read. */
export class CustomizationParams {
  /**
   * Means nothing here: no setting is held back.
   * @deprecated
   */
  @Optional()
  @ReadBoolean()
  @IsBoolean()
  unmasked?: boolean;
}
