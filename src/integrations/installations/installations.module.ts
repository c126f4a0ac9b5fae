import { Global, Module } from '@nestjs/common';

/**
 * Installations: where integrations are installed, on organizations, spaces and sites, and what is set there.
 *
 * Tables: `installation`, `target_installation`. Events: `InstallationUpdated`, `InstallationDeleted`,
 * `TargetInstallationUpdated`, `TargetInstallationDeleted`. Jobs: none.
 */
@Global()
@Module({})
export class InstallationsModule {}
