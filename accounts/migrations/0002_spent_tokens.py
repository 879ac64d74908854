"""Spent refresh tokens of OAuth clients.

Not in the initial migration: the table refers to allauth's `Client`, whose first migration depends on the initial
migration of the app of the user model, which is this one. In one migration, the two would depend on each other.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0001_initial'),
        ('allauth_idp_oidc', '0003_client_allow_uri_wildcards'),
    ]

    operations = [
        migrations.CreateModel(
            name='SpentToken',
            fields=[
                ('hash', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('at_ms', models.BigIntegerField(db_index=True)),
                ('client', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='allauth_idp_oidc.client')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
    ]
