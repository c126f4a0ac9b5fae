import type { ContentRef } from './content-ref.js';

export interface TableData {
  view: GridView | CardsView;
  definition: Record<string, ColumnDefinition>;
  records: Record<string, TableRecord>;
  fullWidth?: boolean;
  cellMerges?: CellMerge[];
  search?: boolean;
}
export interface GridView {
  type: 'grid';
  columns: string[];
  columnWidths?: Record<string, number>;
  hideHeader: boolean;
  useNewSizing?: boolean;
  stickyHeader?: boolean;
  stickyFirstColumn?: boolean;
}
export interface CardsView {
  type: 'cards';
  cardSize: 'medium' | 'large';
  columns: string[];
  targetDefinition?: string;
  coverDefinition?: string;
  coverDefinitionDark?: string;
  hideColumnTitle?: boolean;
  wrap?: boolean;
}
interface ColumnOf<Type extends string> {
  id: string;
  title: string;
  type: Type;
}
export interface SelectOption {
  value: string;
  label: string;
  color: string;
}
export type TextColumn = ColumnOf<'text'> & {
  textAlignment: 'left' | 'center' | 'right';
  verticalAlignment?: 'top' | 'middle' | 'bottom';
};
export type ColumnDefinition =
  | TextColumn
  | ColumnOf<'number' | 'checkbox' | 'files' | 'content-ref' | 'image'>
  | (ColumnOf<'rating'> & { max: number })
  | (ColumnOf<'select'> & { multiple: boolean; options: SelectOption[] })
  | (ColumnOf<'users'> & { multiple: boolean });
export interface ImageCell {
  ref: ContentRef;
  objectFit?: 'contain' | 'fill' | 'cover';
  alt?: string;
}
export type CellValue = string | number | boolean | null | string[] | ContentRef | ImageCell;
export interface TableRecord {
  orderIndex: string;
  values: Record<string, CellValue>;
}
export interface CellMerge {
  anchor: { record: string; column: string };
  rowSpan: number;
  colSpan: number;
}
