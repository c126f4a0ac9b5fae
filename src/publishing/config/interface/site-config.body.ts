import { IsString, MaxLength } from 'class-validator';

/** A `docs.yaml`. */
export class SiteConfigBody {
  /**
   * The text of the file, in YAML.
   * @example "site:\n  title: Acme\n  structure:\n    - type: space\n      key: docs\n      title: Docs\n      path: docs\n      content: { directory: ./docs }\n"
   */
  @IsString()
  @MaxLength(262_144)
  text!: string;
}
