export function specsInSuites(): string[];
