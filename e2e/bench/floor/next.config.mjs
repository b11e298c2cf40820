/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  // The service compresses only what a client asks for, and the load generator asks for nothing.
  compress: false,
};
