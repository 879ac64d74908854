"""The AI's knowledge of the game (docs/ai-minds.md): nothing here decides what is legal or what scores."""
