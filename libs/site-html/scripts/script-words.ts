/** The texts that scripts show, which are fetched when the first of them is needed. As in `SiteWords`. */
export interface ScriptWords {
  /** The style sheet of the dialog that searches, which is beside this file. */
  sheet: string;
  copied: string;
  close: string;
  search: {
    name: string;
    results: string;
    nothing: string;
    hint: string;
    more: string;
    loading: string;
    askFor: string;
    asking: string;
    failed: string;
    keys: { choose: string; open: string; close: string };
  };
  feedback: { thanks: string; failed: string };
  table: { search: string; nothing: string };
}
