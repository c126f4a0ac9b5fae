import type { Provider } from '@nestjs/common';
import { Clock } from '#kernel/domain/clock';
import { ApplyTemplateHandler } from '../../application/template/apply-template.js';
import { TemplateCopier } from '../../application/template/template-copier.js';
import { Templates } from '../../domain/content/templates.js';
import { PageTexts } from '../../domain/page/page-text.js';
import { Revisions, Spaces } from '../../domain/ports.js';
import { ContentLimits } from '../../domain/space/content-limits.js';
import { TemplatesReader } from './templates.reader.js';

/** What templates are made of. */
export const TEMPLATES: Provider[] = [
  { provide: Templates, useClass: TemplatesReader },
  {
    provide: TemplateCopier,
    inject: [Spaces, Templates, Revisions, PageTexts, ContentLimits, Clock],
    useFactory: (...parts: ConstructorParameters<typeof TemplateCopier>) => new TemplateCopier(...parts),
  },
  ApplyTemplateHandler,
];
