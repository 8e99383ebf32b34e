/// <reference types="vite/client" />
declare module 'virtual:wasl/tokens.css';
declare module 'virtual:wasl/mantine-variables.css';
