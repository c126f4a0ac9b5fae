export { answerMcp, type McpAnswer, type McpExchange } from './answer-mcp.js';
export { takes, ToolServer, type Said, type ToolForm } from './tool-server.js';
