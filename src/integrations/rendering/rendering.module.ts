import { Module } from '@nestjs/common';
import { ScriptRuntimeModule } from '../runtime/runtime.module.js';
import { NoteFailureHandler } from './application/note-failure.js';
import {
  ForgetComponentsOfInstallation,
  ForgetComponentsOfLeftTarget,
  ForgetComponentsOfTarget,
  ForgetComponentsOfUninstalled,
  ForgetComponentsOfUnpublished,
  ForgetComponentsOfVersion,
  RenderedComponents,
} from './infrastructure/on-change.js';
import { ComponentScripts } from './infrastructure/component-scripts.js';
import { InstalledComponents } from './infrastructure/installed-components.js';
import { KeptBlocks } from './infrastructure/kept-blocks.js';
import { ReadShownBlocksHandler } from './infrastructure/shown-blocks.reader.js';
import { ListSpaceBlocksHandler } from './infrastructure/space-blocks.reader.js';
import { RenderComponentHandler } from './infrastructure/render-component.reader.js';
import { RenderedPlaces } from './infrastructure/rendered-place.js';
import { RenderingController } from './interface/rendering.controller.js';
import { SpaceBlocksController } from './interface/space-blocks.controller.js';

/**
 * Rendering: what scripts of integrations show in pages and in configuration screens, checked before it is passed on.
 *
 * Tables: none. Events: none. Jobs: none. It reacts to what changes scripts and what is set for them.
 */
@Module({
  imports: [ScriptRuntimeModule],
  controllers: [RenderingController, SpaceBlocksController],
  providers: [
    ComponentScripts,
    InstalledComponents,
    KeptBlocks,
    ReadShownBlocksHandler,
    ListSpaceBlocksHandler,
    NoteFailureHandler,
    RenderComponentHandler,
    RenderedPlaces,
    RenderedComponents,
    ForgetComponentsOfInstallation,
    ForgetComponentsOfLeftTarget,
    ForgetComponentsOfTarget,
    ForgetComponentsOfUninstalled,
    ForgetComponentsOfUnpublished,
    ForgetComponentsOfVersion,
  ],
})
export class RenderingModule {}
