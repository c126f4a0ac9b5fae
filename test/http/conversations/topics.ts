/** What users ask, each in several words; one list for each thing that is asked. */
export const TOPICS: Readonly<Record<string, readonly string[]>> = {
  cancel: [
    'How do I cancel my subscription?',
    'I want to cancel the subscription, where is that?',
    'Where can I cancel the subscription I have?',
    'Cancel subscription: how does it work?',
  ],
  invite: [
    'How do I invite a colleague to my team?',
    'How can I invite a colleague into the team?',
    'Where do I invite colleagues to the team?',
  ],
  password: [
    'I forgot my password, how do I reset it?',
    'The link to reset the password does not work',
    'How can the password be reset?',
  ],
  invoice: [
    'Where do I find the invoice for March?',
    'I need an invoice with the address of our company',
    'Can you send the invoice of last month again?',
  ],
  domain: [
    'How do I connect our own domain?',
    'The certificate of our custom domain has expired',
    'Which DNS records does a custom domain need?',
  ],
  export: [
    'How can I export all pages as PDF?',
    'The export to PDF leaves out pictures',
    'Is there an export of the pages as PDF files?',
  ],
  slow: [
    'Why does the search take so long?',
    'Search results are very slow today',
    'The search is slow, what can I do?',
  ],
};

export const ALL_TOPICS: readonly string[] = Object.values(TOPICS).flat();
