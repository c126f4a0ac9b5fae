import type { Block } from '#rich-document';
import { h, type Child } from '../element.js';
import { drawFormula } from '../math.js';
import type { Sheet } from '../sheet.js';
import { drawTable } from '../tables/table.js';
import { drawCode } from './code.js';
import { drawDiagram } from './diagram.js';
import { drawColumn, drawColumns, drawExpandable, drawPrompt, drawStep, drawStepper, drawUpdates } from './groups.js';
import { drawDrawing, drawEmbed, drawFile, drawFigure, drawImages } from './media.js';
import { drawIntegration, drawSpecified } from './outside.js';
import { drawContent, drawReference } from './references.js';
import { drawTabs } from './tabs.js';
import { drawHeading, drawHint, drawItem, drawList, drawParagraph } from './text.js';

/** One block of a document. */
export function drawBlock(sheet: Sheet, block: Block): Child {
  switch (block.type) {
    case 'paragraph':
      return drawParagraph(sheet, block);
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return drawHeading(sheet, block);
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks':
      return drawList(sheet, block);
    case 'list-item':
      return drawItem(sheet, block, false);
    case 'divider':
      return h('hr', null);
    case 'blockquote':
      return h('blockquote', null, sheet.blocks(block.nodes));
    case 'hint':
      return drawHint(sheet, block);
    case 'prompt':
      return drawPrompt(sheet, block);
    case 'if':
    case 'tabs-item':
      return sheet.blocks(block.nodes);
    case 'images':
      return drawImages(sheet, block);
    case 'image':
      return drawFigure(sheet, block);
    case 'file':
      return drawFile(sheet, block.data.ref);
    case 'drawing':
      return drawDrawing(sheet, block);
    case 'embed':
      return drawEmbed(sheet, block.data.url, block.data.fullWidth);
    case 'code':
      return drawDiagram(sheet, block) ?? drawCode(sheet, block);
    case 'math':
      return h('div', { class: 'math' }, drawFormula(sheet, block.data.formula, true));
    case 'expandable':
      return drawExpandable(sheet, block);
    case 'tabs':
      return drawTabs(sheet, block);
    case 'table':
      return drawTable(sheet, block);
    case 'content-ref':
      return drawReference(sheet, block.data.ref);
    case 'reusable-content':
      return drawContent(sheet, block.data.ref);
    case 'stepper':
      return drawStepper(sheet, block);
    case 'stepper-step':
      return drawStep(sheet, block);
    case 'columns':
      return drawColumns(sheet, block);
    case 'column':
      return drawColumn(sheet, block);
    case 'updates':
    case 'update':
      return drawUpdates(sheet, block);
    case 'swagger':
    case 'openapi-operation':
    case 'openapi-schemas':
    case 'openapi-webhook':
      return drawSpecified(sheet, block);
    case 'integration':
      return drawIntegration(sheet, block);
    case 'code-line':
      return null;
  }
}
