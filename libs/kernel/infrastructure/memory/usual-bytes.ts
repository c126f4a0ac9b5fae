/** Bytes that the large caches of a process take at most where memory is plentiful, by name. */
export const USUAL_BYTES = {
  /** Two of the largest spaces, or two hundred with a thousand pages each. */
  'page trees': 128_000_000,
  /** One of the largest spaces, or a hundred with a thousand pages each. */
  'page trees as JSON': 96_000_000,
  'Git data of pages': 48_000_000,
  /** With their parsed form. */
  'nodes of maps': 80_000_000,
  'pages by id': 16_000_000,
  'pages by path': 16_000_000,
  'pages with conditions': 24_000_000,
  'pages with conditions of sites': 16_000_000,
  'anchors of documents': 16_000_000,
  'documents that adapt': 12_000_000,
  'suggested questions': 8_000_000,
  'listed spaces': 8_000_000,
  'lists of spaces': 16_000_000,
  'answers of sites': 24_000_000,
  'drawn pages of sites': 48_000_000,
  'drawn specifications': 12_000_000,
  'texts of specifications': 24_000_000,
  'style sheets of looks': 16_000_000,
  'style sheets of blocks': 8_000_000,
  'sites for renderers': 64_000_000,
  'sites with their structures': 32_000_000,
  'structures by address': 32_000_000,
  'customizations of sites': 16_000_000,
  'addresses of sites': 4_000_000,
  'organizations of addresses': 4_000_000,
  'content tokens': 20_000_000,
  'blocks of integrations': 16_000_000,
  'entity tags': 48_000_000,
  'watched records': 24_000_000,
  'organizations of records': 8_000_000,
  'organizations of authors': 2_000_000,
} as const;

export type CacheName = keyof typeof USUAL_BYTES;
