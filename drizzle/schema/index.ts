export * from "./checkout";
export * from "./plan";
export * from "./provider";
export * from "./sandbox-gateway";
