// n8n-core would print every error that a test provokes.
process.env.N8N_LOG_LEVEL = 'silent';
